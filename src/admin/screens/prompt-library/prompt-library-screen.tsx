import { MessageSquareText } from 'lucide-react'
import { PROMPT_CATEGORIES } from '../../../rules/libraries.ts'
import { LibraryScreen } from '../../parts/library/library-screen.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { PromptCards } from './prompt-cards.tsx'
import { PromptForm } from './prompt-dialog.tsx'

/** `/admin/prompt-library`: prompts for language models, by assistant. */
export function PromptLibraryScreen() {
  return (
    <LibraryScreen
      noun="prompts"
      categories={PROMPT_CATEGORIES}
      pageSize={50}
      words={WORDS}
      icon={MessageSquareText}
      skeleton={<SkeletonCards columns="grid gap-4 pt-3 lg:grid-cols-2" />}
      copyOf={({ content }) => content}
      Rows={PromptCards}
      Form={PromptForm}
    />
  )
}

const WORDS = {
  title: 'Prompt-Datenbank',
  one: 'Prompt',
  many: 'Prompts',
  search: 'Prompts durchsuchen...',
  addAction: 'prompt.new' as const,
  copyAction: 'prompt.copy' as const,
  removeAction: 'prompt.remove' as const,
  add: <span className="max-[400px]:sr-only">Neuer Prompt</span>,
  create: 'Neuer Prompt',
  edit: 'Prompt bearbeiten',
  addHere: 'Prompt anlegen',
  loadFailed: 'Fehler beim Laden der Prompts',
  openFailed: 'Fehler beim Öffnen des Prompts',
  moreFailed: 'Weitere Prompts konnten nicht geladen werden.',
  nothingFound: 'Keine Prompts gefunden',
  nothingFoundSentence: 'In keiner der Kategorien steht ein Prompt mit diesen Wörtern.',
  nothingHere: 'Keine Prompts in dieser Kategorie',
  nothingHereSentence: 'Hier bewahren Sie bewährte Anweisungen für Sprachmodelle auf.',
  removeQuestion: 'Prompt löschen?',
  removed: 'Prompt gelöscht',
  removeFailed: 'Fehler beim Löschen des Prompts',
  copied: 'Prompt in die Zwischenablage kopiert',
}
