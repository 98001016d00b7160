import { useRef, type ReactNode } from 'react'

/** Opens the browser's choice of image files. */
export function useFileChooser(onFiles: (files: File[]) => void): { choose: () => void; input: ReactNode } {
  const input = useRef<HTMLInputElement>(null)
  return {
    choose: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        accept="image/*"
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
