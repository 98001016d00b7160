import { expect, test } from 'vitest'
import { taskCard } from '../../../../tests/support/task-card.ts'
import { isShown, readBoardFilter } from './board-filter.ts'
import { rowsByPerson } from './positions.ts'

test('[DESK-8] the filter by person shows exactly the cards of that person’s row, including `Niemand`', () => {
  const tasks = [
    { ...taskCard('a', 'draft'), assignee_id: 'anna', author_id: 'bert' },
    { ...taskCard('b', 'idea'), assignee_id: 'bert', author_id: 'anna' },
    // Has an author but no assignee.
    { ...taskCard('c', 'idea'), assignee_id: null, author_id: 'anna' },
    { ...taskCard('d', 'ready'), assignee_id: 'gone', author_id: 'bert' },
  ]
  const people = [
    { id: 'anna', name: 'Anna' },
    { id: 'bert', name: 'Bert' },
  ]
  const rows = rowsByPerson(tasks, people)
  expect(rows.map(({ name }) => name)).toEqual(['Anna', 'Bert', 'Früher dabei', 'Niemand'])
  for (const { key, columns } of rows) {
    const shown = tasks.filter(
      isShown(readBoardFilter({ person: key }), { zone: 'Europe/Berlin', today: '2026-03-03' }),
    )
    const inRow = Object.values(columns).flat()
    expect(shown.map(({ id }) => id).toSorted()).toEqual(inRow.map(({ id }) => id).toSorted())
  }
})
