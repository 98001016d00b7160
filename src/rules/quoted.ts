const INNER = /„([^„“]*)“/g

/** A title in quotation marks; those in it become single ones: `„Über ‚Pixel‘ und mehr“`. */
export const quoted = (title: string): string => `„${title.replaceAll(INNER, '‚$1‘')}“`
