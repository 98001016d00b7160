import type { Advert } from '../../../rules/labels.ts'

/** An article as a mail shows it. Addresses are absolute. */
export type MailArticle = {
  id: string
  /** With the word that says somebody paid for it. */
  title: string
  advert: Advert | null
  /** BCP 47. */
  lang: string
  url: string
  /** Its excerpt, or its opening words; plain text. */
  excerpt: string
  /** Whether readers can see it now. */
  isPublic: boolean
  authors: { name: string }[]
  category: string | null
  minutes: number
  /** Rendered text with absolute addresses; empty for one that is too long. */
  html: string
}

/** What a mail shows of the blog around its articles. */
export type MailSite = {
  name: string
  origin: string
  /** Paths of the pages that the law requires, where they are published. */
  imprint: string | null
  privacy: string | null
  /** A day as readers get it. */
  dayInWords: (instant: string) => string
}

/** Reads what mails show. The site renders it, since only the site renders texts for readers. */
export type MailContent = {
  site: () => Promise<MailSite & { isClosed: boolean }>
  article: (id: string) => Promise<MailArticle | null>
  /** The public ones of these articles without their texts. */
  entries: (ids: readonly string[]) => Promise<Omit<MailArticle, 'html'>[]>
}
