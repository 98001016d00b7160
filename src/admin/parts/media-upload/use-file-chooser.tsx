import { useRef, type ReactNode } from 'react'

/** Opens the browser's choice of files for the library; `pictures` leaves sound and film out. */
export function useFileChooser(
  onFiles: (files: File[]) => void,
  { pictures = false } = {},
): { choose: () => void; input: ReactNode } {
  const input = useRef<HTMLInputElement>(null)
  return {
    choose: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        accept={pictures ? 'image/*' : 'image/*,audio/*,video/*'}
        multiple
        hidden
        aria-label="Bilder zum Hochladen"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same file may be chosen again.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    ),
  }
}
