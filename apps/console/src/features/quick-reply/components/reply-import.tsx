import { type OwnerType, QUICK_REPLY_IMPORT_ROWS_MAX, quickReplyApi } from '@ruwu/contract'
import { formatNumber, OWNER_TYPE_LABELS } from '@ruwu/domain'
import { call } from '../../../api/call.ts'
import { ImportDialog } from '../../../form/table-import/import-dialog.tsx'
import { useFreshLibrary } from '../quick-reply.mutations.ts'
import { texts } from '../texts.ts'

/** Import of replies into one library. */
export function ReplyImport({ owner, onClose }: { owner: OwnerType; onClose: () => void }) {
  return (
    <ImportDialog
      title={texts.importTitle(OWNER_TYPE_LABELS[owner])}
      steps={texts.importSteps(formatNumber(QUICK_REPLY_IMPORT_ROWS_MAX))}
      duplicates={texts.duplicates}
      readTemplate={() => call(quickReplyApi.template)}
      run={(file, options) => call(quickReplyApi.import, { body: { ownerType: owner, ...options }, file })}
      onImported={useFreshLibrary()}
      onClose={onClose}
    />
  )
}
