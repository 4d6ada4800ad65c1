import { KNOWLEDGE_IMPORT_ROWS_MAX, type LibraryName, type RelationId, knowledgeApi } from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { call } from '../../../api/call.ts'
import { ImportDialog } from '../../../form/table-import/import-dialog.tsx'
import { useFreshKnowledge } from '../knowledge.mutations.ts'
import { texts } from '../texts.ts'

type KnowledgeImportProps = { relationId: RelationId; library: LibraryName; onClose: () => void }

/** Import of questions and answers into one library. */
export function KnowledgeImport({ relationId, library, onClose }: KnowledgeImportProps) {
  return (
    <ImportDialog
      title={texts.importTitle}
      steps={texts.importSteps(formatNumber(KNOWLEDGE_IMPORT_ROWS_MAX))}
      note={library === 'shared' && texts.sharedHint}
      duplicates={texts.duplicates}
      readTemplate={() => call(knowledgeApi.template, { query: {} })}
      run={(file, options) => call(knowledgeApi.import, { body: { relationId, library, ...options }, file })}
      onImported={useFreshKnowledge(relationId)}
      onClose={onClose}
    />
  )
}
