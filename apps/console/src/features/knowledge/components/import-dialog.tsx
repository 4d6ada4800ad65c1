import {
  KNOWLEDGE_IMPORT_ROWS_MAX,
  type ImportResult,
  type LibraryName,
  type RelationId,
  knowledgeApi,
} from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { useMutation } from '@tanstack/react-query'
import { Radio } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { fieldErrorsOf, messageOf } from '../../../api/errors.ts'
import { showError } from '../../../api/show-error.ts'
import { Field, FieldGroup, FieldStack } from '../../../form/field.tsx'
import { SHEET_TYPES, fileHint } from '../file-check.ts'
import { useCheckImport, useImport } from '../knowledge.mutations.ts'
import { texts } from '../texts.ts'
import { FileDrop } from './file-drop.tsx'
import { ImportResultView } from './import-result.tsx'
import styles from './import-dialog.module.css'

const choices = (['skip', 'overwrite'] as const).map((value) => ({ value, label: texts.onDuplicate[value] }))

type OnDuplicate = 'skip' | 'overwrite'

/** How many rows an import would write. */
const importable = ({ success, duplicates }: ImportResult, onDuplicate: OnDuplicate) =>
  onDuplicate === 'overwrite' ? success + duplicates : success

type ImportDialogProps = { relationId: RelationId; library: LibraryName; onClose: () => void }

/** Import from a spreadsheet: choose, dry run, confirm. */
export function ImportDialog({ relationId, library, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File>()
  const [onDuplicate, setOnDuplicate] = useState<OnDuplicate>('skip')
  const check = useCheckImport()
  const run = useImport(relationId)

  const look = (chosen: File) => {
    setFile(chosen)
    check.mutate({ body: { relationId, library }, file: chosen })
  }
  const again = () => {
    setFile(undefined)
    check.reset()
  }
  const start = () => file && run.mutate({ body: { relationId, library, onDuplicate }, file })

  if (run.data) return <Done result={run.data} onDuplicate={onDuplicate} onClose={onClose} />
  const count = check.data ? importable(check.data, onDuplicate) : 0
  return (
    <Dialog
      wide
      title={texts.importTitle}
      onCancel={run.isPending ? undefined : onClose}
      footer={
        <>
          <Button disabled={run.isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button variant="primary" busy={run.isPending} disabled={count === 0} onClick={start}>
            {!check.data ? texts.import : count === 0 ? texts.nothingToImport : texts.startImport(formatNumber(count))}
          </Button>
        </>
      }
    >
      <FieldStack>
        {library === 'shared' && <p className={styles.note}>{texts.sharedHint}</p>}
        <Steps />
        {file ? (
          <Chosen file={file} disabled={run.isPending} onAgain={again} />
        ) : (
          <Field id="import-file" label={texts.importFile} required hint={fileHint(SHEET_TYPES)}>
            {(control) => (
              <FileDrop
                id={control.id}
                label={texts.importFile}
                types={SHEET_TYPES}
                describedBy={control['aria-describedby']}
                onFile={look}
              />
            )}
          </Field>
        )}
        <FieldGroup label={texts.duplicates}>
          <Radio.Group
            aria-label={texts.duplicates}
            options={choices}
            value={onDuplicate}
            disabled={run.isPending}
            onChange={({ target }) => setOnDuplicate(target.value as OnDuplicate)}
          />
        </FieldGroup>
        {check.isPending && <output className={styles.note}>{texts.checking}</output>}
        {check.error && (
          <p className={styles.refused} role="alert">
            {fieldErrorsOf(check.error).file ?? messageOf(check.error)}
          </p>
        )}
        {check.data && (
          <ImportResultView
            result={check.data}
            labels={{
              title: texts.preview,
              success: texts.previewSuccess,
              duplicates: texts.previewDuplicates[onDuplicate],
              failed: texts.previewFailed,
            }}
          />
        )}
      </FieldStack>
    </Dialog>
  )
}

/** Expected format of the sheet. */
function Steps() {
  const template = useTemplate()
  return (
    <p className={styles.steps}>
      <span>{texts.importSteps(formatNumber(KNOWLEDGE_IMPORT_ROWS_MAX))}</span>
      <Button variant="link" busy={template.isPending} onClick={() => template.mutate()}>
        <Download size={14} aria-hidden="true" />
        {texts.template}
      </Button>
    </p>
  )
}

type ChosenProps = { file: File; disabled: boolean; onAgain: () => void }

const Chosen = ({ file, disabled, onAgain }: ChosenProps) => (
  <p className={styles.chosen}>
    <b className="cut">{file.name}</b>
    <Button variant="link" disabled={disabled} onClick={onAgain}>
      {texts.again}
    </Button>
  </p>
)

type DoneProps = { result: ImportResult; onDuplicate: OnDuplicate; onClose: () => void }

const Done = ({ result, onDuplicate, onClose }: DoneProps) => (
  <Dialog
    wide
    title={texts.imported}
    onCancel={onClose}
    footer={
      <Button variant="primary" data-autofocus onClick={onClose}>
        {texts.done}
      </Button>
    }
  >
    <ImportResultView
      result={result}
      labels={{
        title: texts.imported,
        success: texts.importedSuccess,
        duplicates: texts.importedDuplicates[onDuplicate],
        failed: texts.importedFailed,
      }}
    />
  </Dialog>
)

/** Downloads the import template. */
const useTemplate = () =>
  useMutation({
    mutationFn: () => call(knowledgeApi.template),
    onSuccess: ({ name, content }) =>
      saveTemplate(
        name,
        Uint8Array.from(atob(content), (it) => it.charCodeAt(0)),
      ),
    onError: showError,
  })

function saveTemplate(name: string, bytes: Uint8Array<ArrayBuffer>) {
  const address = URL.createObjectURL(new Blob([bytes]))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the blob after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
