import { TAG_IMPORT_ROWS_MAX, tagApi } from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { call } from '../../../api/call.ts'
import { ImportDialog } from '../../../form/table-import/import-dialog.tsx'
import { useFreshTags } from '../tag.mutations.ts'
import { texts } from '../texts.ts'

/** Import of tags from a table with name, group and colour. */
export function TagImport({ onClose }: { onClose: () => void }) {
  return (
    <ImportDialog
      title={texts.importTitle}
      steps={texts.importSteps(formatNumber(TAG_IMPORT_ROWS_MAX))}
      duplicates={texts.importDuplicates}
      readTemplate={() => call(tagApi.template)}
      run={(file, options) => call(tagApi.import, { body: options, file })}
      onImported={useFreshTags()}
      onClose={onClose}
    />
  )
}
