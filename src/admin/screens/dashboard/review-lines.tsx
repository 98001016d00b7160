import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { reviewsQuery } from '../../data/articles/reviews.ts'
import { useMay } from '../../data/role.ts'
import { peopleQuery } from '../../data/users.ts'
import { REVIEW_WORDS, ReviewMark } from '../../ui/review-mark.tsx'
import { Below, Beside, DeskLine, LINE_LINK, LineTitle, When } from './desk-line.tsx'

const MOST = 5

/** Texts that wait for this person: to be approved by them, or returned to them. */
export function useReviewsForMe() {
  const api = useApi()
  const me = useQuery(accountQuery(api)).data?.id
  const mayPublish = useMay('texts.publish')
  const items = useQuery(reviewsQuery(api)).data?.items ?? []
  return items
    .filter(({ review, asked_by, reviewer_id }) =>
      review === 'requested'
        ? mayPublish && asked_by !== me && (reviewer_id === null || reviewer_id === me)
        : review === 'returned' && asked_by === me,
    )
    .slice(0, MOST)
}

/** The texts that wait for a review by this person, as rows of the dashboard. */
export function ReviewLines({ items }: { items: ReturnType<typeof useReviewsForMe> }) {
  const people = useQuery(peopleQuery(useApi())).data?.items ?? []
  const writer = (asked: string | null) => people.find(({ id }) => id === asked)?.name
  return items.map(({ noun, id, title, review, asked_by }) => (
    <DeskLine key={id}>
      <When>Abnahme</When>
      <ReviewMark review={review} brief />
      <Link to={noun === 'pages' ? '/admin/pages/$id' : '/admin/articles/$id'} params={{ id }} className={LINE_LINK}>
        <LineTitle>{title}</LineTitle>
        <Below>{[REVIEW_WORDS[review], review === 'requested' && writer(asked_by)].filter(Boolean).join(' · ')}</Below>
      </Link>
      <Beside>{review === 'requested' ? writer(asked_by) : REVIEW_WORDS[review]}</Beside>
    </DeskLine>
  ))
}
