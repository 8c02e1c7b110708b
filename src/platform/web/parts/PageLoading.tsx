/** Shown while a page loads its data: it has its heading already. */
export const PageLoading = ({ title }: { title: string }) => (
  <>
    <h1>{title}</h1>
    <p role="status">Wird geladen…</p>
  </>
)
