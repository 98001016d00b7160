import type { Embed } from './provider.ts'

/** What each kind of embed is called, and the verbs of its button and its link. */
export const EMBED_WORDS = {
  video: { button: 'Video laden', link: 'ansehen', title: 'Video' },
  audio: { button: 'Ton laden', link: 'anhören', title: 'Tonaufnahme' },
  post: { button: 'Beitrag laden', link: 'ansehen', title: 'Beitrag' },
  code: { button: 'Beispiel laden', link: 'ansehen', title: 'Beispiel' },
  map: { button: 'Karte laden', link: 'ansehen', title: 'Karte' },
} satisfies Record<Embed['kind'], Record<string, string>>
