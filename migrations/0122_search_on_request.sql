-- Beside those who are free at a wanted time, those of the category without a calendar are counted: one in ten, who stand here by themselves.
create index search_companies_on_request on search_companies (category, quality desc, sort_name, company_id) where free_from is null;
