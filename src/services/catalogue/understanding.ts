/** A service that a query means: its id in the catalogue, and the way to say it that matched. `isExact`: the query says just that. */
export type MeantService = { id: string; phrase: string; isExact: boolean }

/**
 * What a query means by the catalogue: services, the likeliest first; trades that it names ('Elektrikerin') or that its services belong to;
 * the name of a place inside it ('in Köln'); and whether the catalogue knows it at all.
 */
export type Understood = { services: MeantService[]; tradeIds: string[]; place: string | undefined }
