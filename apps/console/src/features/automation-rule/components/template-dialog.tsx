import { ruleEventText } from '@ruwu/domain'
import { Button, Dialog, ErrorBlock } from '@ruwu/ui'
import { messageOf } from '../../../api/errors.ts'
import { useTemplates } from '../../automation-template/index.ts'
import { editorPath } from '../rule-url.ts'
import { texts } from '../texts.ts'
import styles from './template-dialog.module.css'

type TemplateDialogProps = { onPick: (path: string) => void; onClose: () => void }

/** Beginnings of rules; the editor opens with the chosen one. */
export function TemplateDialog({ onPick, onClose }: TemplateDialogProps) {
  const { data, error, refetch } = useTemplates()
  const choices = [
    { name: texts.blank, hint: texts.blankHint, event: '', path: editorPath() },
    ...(data?.rules ?? []).map(({ id, name, hint, event }) => ({
      name,
      hint,
      event: ruleEventText(event),
      path: editorPath({ template: id }),
    })),
  ]
  return (
    <Dialog title={texts.templates} wide onCancel={onClose} footer={<Button onClick={onClose}>{texts.cancel}</Button>}>
      <ul className={styles.templates}>
        {choices.map(({ name, hint, event, path }) => (
          <li key={path}>
            <button type="button" onClick={() => onPick(path)}>
              <b>{name}</b>
              <span>{hint}</span>
              {event && <small>{event}</small>}
            </button>
          </li>
        ))}
      </ul>
      {error && !data && <ErrorBlock message={messageOf(error)} onRetry={refetch} />}
    </Dialog>
  )
}
