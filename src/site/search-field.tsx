/** Longest search, in characters. The rest is ignored. */
const MOST_LETTERS = 200

/** The field of the search page and of the pages where nothing was found; in a form that leads to `/suche`. */
export function SearchField({ query = '' }: { query?: string }) {
  return (
    <>
      <label className="sr" htmlFor="q">
        Suchwort
      </label>
      <div className="find">
        <input
          id="q"
          name="q"
          type="search"
          defaultValue={query}
          maxLength={MOST_LETTERS}
          autoComplete="off"
          enterKeyHint="search"
        />
        <button className="button" type="submit">
          Suchen
        </button>
      </div>
    </>
  )
}
