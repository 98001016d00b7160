/** Opens the secret preview links of the text (RUL-37). */
export function PreviewLinksRow({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      className="-mr-2 min-h-8 rounded-control px-2 py-1.5 text-left hover:bg-hover max-md:min-h-11"
      onClick={onOpen}
    >
      Geheimer Link …
    </button>
  )
}
