import { cleanCss } from './custom-css.ts'

/** Cleans custom CSS for readers, and lists what was removed. */
export function run(typed: string): ReturnType<typeof cleanCss> {
  return cleanCss(typed)
}
