import type { ArticleBody } from './article-body.job.ts'
import { plainBody, plainPieces } from './plain-body.ts'

/** A text that cannot be rendered, as it was written. */
export function run(markdown: string): Omit<ArticleBody, 'passing'> {
  return plainBody(markdown, [...plainPieces(markdown)])
}
