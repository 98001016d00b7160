import { isolateHistory } from '@codemirror/commands'
import {
  Annotation,
  EditorState,
  Transaction,
  type ChangeSet,
  type Text,
  type TransactionSpec,
} from '@codemirror/state'
import { stepBetween, tearsCharacter, widen } from '../../../rules/text-steps.ts'

const foreignStep = Annotation.define<true>()

/** Whether a transaction is a step of another editor. */
export function isForeignStep(transaction: Transaction): boolean {
  return transaction.annotation(foreignStep) === true
}

/** A step of another editor as a transaction. Undo maps over it and never takes it back. */
export function foreignTransaction(changes: ChangeSet): TransactionSpec {
  return {
    changes,
    annotations: [foreignStep.of(true), Transaction.addToHistory.of(false), Transaction.remote.of(true)],
  }
}

/**
 * Another text as an edit of the author, one undo step. Only what differs changes, so that passages of remarks and cursors of others
 * stay where they are, and so does what others type meanwhile.
 */
export function replacement({ doc }: EditorState, text: Text): TransactionSpec {
  return {
    changes: stepBetween(doc, text),
    annotations: [Transaction.addToHistory.of(true), isolateHistory.of('full')],
  }
}

/** No change tears a character (RUL-72): it is widened before it is applied, since a server that did so would part from its author. */
export const wholeCharacters = EditorState.transactionFilter.of((transaction) => {
  const { changes, startState, effects, selection } = transaction
  if (!transaction.docChanged || isForeignStep(transaction) || !tearsCharacter(changes, startState.doc))
    return transaction
  const wide = widen(changes, startState.doc)
  const event = transaction.annotation(Transaction.userEvent)
  const end = wide.newLength
  return {
    changes: wide,
    effects,
    scrollIntoView: transaction.scrollIntoView,
    ...(selection && {
      selection: { anchor: Math.min(selection.main.anchor, end), head: Math.min(selection.main.head, end) },
    }),
    ...(event !== undefined && { userEvent: event }),
  }
})
