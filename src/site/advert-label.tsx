import { ADVERT_WORDS, type Advert } from '../rules/labels.ts'

/** The word that says somebody paid for an article, wherever its title stands. */
export function AdvertLabel({ advert }: { advert: Advert | null }) {
  return (
    advert !== null && (
      <>
        {/* As wide as it is long, also where what stands around it is a column. */}
        <span>
          <b className="badge">{ADVERT_WORDS[advert]}</b>
        </span>{' '}
      </>
    )
  )
}
