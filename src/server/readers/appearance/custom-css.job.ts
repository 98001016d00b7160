import { cleanCss } from './custom-css.ts'

/** Custom CSS as readers may get it, and what was left out of it. */
export function run(typed: string): ReturnType<typeof cleanCss> {
  return cleanCss(typed)
}
