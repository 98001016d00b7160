import { Annotation, EditorState, Transaction, type ChangeSet, type TransactionSpec } from '@codemirror/state'
import { tearsCharacter, widen } from '../../../rules/text-steps.ts'

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
