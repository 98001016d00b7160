import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { reviewsQuery } from '../../data/articles/reviews.ts'
import { useMay } from '../../data/role.ts'
import { peopleQuery } from '../../data/users.ts'
import { ReviewMark } from '../../ui/review-mark.tsx'
import { DeskLine, LINE_LINK, LineTitle } from './desk-line.tsx'

const MOST = 5

/** Articles that wait for this person: to be approved by them, or returned to them. */
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

/** Their rows on the dashboard. */
export function ReviewLines({ items }: { items: ReturnType<typeof useReviewsForMe> }) {
  const people = useQuery(peopleQuery(useApi())).data?.items ?? []
  return items.map(({ id, title, review, asked_by }) => (
    <DeskLine key={id}>
      <ReviewMark review={review} className="w-28 flex-none text-xs!" />
      <Link to="/admin/articles/$id" params={{ id }} className={LINE_LINK}>
        <LineTitle>{title}</LineTitle>
      </Link>
      <span className="flex-none text-s text-fg-2 max-md:hidden">
        {review === 'requested' && people.find((person) => person.id === asked_by)?.name}
      </span>
    </DeskLine>
  ))
}
