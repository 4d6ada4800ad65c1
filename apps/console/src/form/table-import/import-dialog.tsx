import {
  IMPORT_BYTES_MAX,
  type ImportOptions,
  type ImportResult,
  ON_DUPLICATE,
  type OnDuplicate,
  TABLE_FORMATS,
  type TableFile,
} from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { useMutation } from '@tanstack/react-query'
import { Radio } from 'antd'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fieldErrorsOf, messageOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { saveTable } from '../../stored-file/save-table.ts'
import { Field, FieldGroup, FieldStack } from '../field.tsx'
import { fileHint } from '../file-check.ts'
import { FileDrop } from '../file-drop.tsx'
import { ImportResultView } from './import-result.tsx'
import { texts } from './texts.ts'
import styles from './import-dialog.module.css'

const LIMIT = { types: TABLE_FORMATS, maxBytes: IMPORT_BYTES_MAX }
const choices = ON_DUPLICATE.map((value) => ({ value, label: texts.onDuplicate[value] }))

/** How many rows an import would write. */
const importable = ({ success, duplicates }: ImportResult, onDuplicate: OnDuplicate) =>
  onDuplicate === 'overwrite' ? success + duplicates : success

type ImportDialogProps = {
  title: string
  /** What the table must look like. */
  steps: string
  note?: ReactNode
  /** Label of the choice between skipping and overwriting. */
  duplicates: string
  readTemplate: () => Promise<TableFile>
  run: (file: File, options: ImportOptions) => Promise<ImportResult>
  /** After an import was tried; not after the dry run, which changes nothing. */
  onImported?: () => unknown
  onClose: () => void
}

/** Import from a table: choose, dry run with the errors by row, confirm. */
export function ImportDialog(props: ImportDialogProps) {
  const { title, steps, note, duplicates, readTemplate, run, onImported, onClose } = props
  const [file, setFile] = useState<File>()
  const [refusal, setRefusal] = useState<string>()
  const [onDuplicate, setOnDuplicate] = useState<OnDuplicate>('skip')
  const check = useMutation({
    mutationFn: ({ chosen, how }: { chosen: File; how: OnDuplicate }) =>
      run(chosen, { onDuplicate: how, dryRun: true }),
  })
  const start = useMutation({
    mutationFn: (chosen: File) => run(chosen, { onDuplicate, dryRun: false }),
    onError: showError,
    onSettled: onImported,
  })

  const look = (chosen: File) => {
    setFile(chosen)
    setRefusal(undefined)
    check.mutate({ chosen, how: onDuplicate })
  }
  // Rows that fail may differ: overwriting takes no place in a full list.
  const decide = (how: OnDuplicate) => {
    setOnDuplicate(how)
    if (file) check.mutate({ chosen: file, how })
  }
  const again = () => {
    setFile(undefined)
    check.reset()
  }

  if (start.data) return <Done result={start.data} onDuplicate={onDuplicate} onClose={onClose} />
  const count = check.data ? importable(check.data, onDuplicate) : 0
  return (
    <Dialog
      wide
      title={title}
      onCancel={start.isPending ? undefined : onClose}
      footer={
        <>
          <Button disabled={start.isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            variant="primary"
            busy={start.isPending}
            disabled={count === 0}
            onClick={() => file && start.mutate(file)}
          >
            {!check.data ? texts.import : count === 0 ? texts.nothing : texts.start(formatNumber(count))}
          </Button>
        </>
      }
    >
      <FieldStack>
        {note && <p className={styles.note}>{note}</p>}
        <Steps text={steps} readTemplate={readTemplate} />
        {file ? (
          <Chosen file={file} disabled={start.isPending} onAgain={again} />
        ) : (
          <Field id="import-file" label={texts.file} required error={refusal} hint={fileHint(LIMIT)}>
            {(control) => (
              <FileDrop
                id={control.id}
                label={texts.file}
                limit={LIMIT}
                isInvalid={control['aria-invalid']}
                describedBy={control['aria-describedby']}
                onFile={look}
                onProblem={(_, problem) => setRefusal(problem)}
              />
            )}
          </Field>
        )}
        <FieldGroup label={duplicates}>
          <Radio.Group
            aria-label={duplicates}
            options={choices}
            value={onDuplicate}
            disabled={start.isPending}
            onChange={({ target }) => decide(target.value as OnDuplicate)}
          />
        </FieldGroup>
        {check.isPending && <Progress text={texts.checking} />}
        {start.isPending && <Progress text={texts.importing(formatNumber(count))} />}
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

/** Expected format of the table. */
function Steps({ text, readTemplate }: { text: string; readTemplate: () => Promise<TableFile> }) {
  const template = useMutation({ mutationFn: readTemplate, onSuccess: saveTable, onError: showError })
  return (
    <p className={styles.steps}>
      <span>{text}</span>
      <Button variant="link" busy={template.isPending} onClick={() => template.mutate()}>
        <Download size={14} aria-hidden="true" />
        {texts.template}
      </Button>
    </p>
  )
}

/** The server reads and writes all rows in one call, so the bar has no end value. */
const Progress = ({ text }: { text: string }) => (
  <output className={styles.progress}>
    {text}
    <progress aria-label={text} />
  </output>
)

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
