/** What pages read of comments. */
export {
  type CommentRow,
  countVisible,
  findByToken,
  getRow,
  hasAnswers,
  listNewestShown,
  listVisible,
  pageOf,
  type VisibleRow,
} from './comments.queries.ts'
