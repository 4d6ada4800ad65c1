import { RULE_TEMPLATES, ruleEventText } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { editorPath } from '../rule-url.ts'
import { texts } from '../texts.ts'
import styles from './template-dialog.module.css'

type TemplateDialogProps = { onPick: (path: string) => void; onClose: () => void }

/** Beginnings of rules; the editor opens with the chosen one. */
export function TemplateDialog({ onPick, onClose }: TemplateDialogProps) {
  const choices = [
    { name: texts.blank, hint: texts.blankHint, event: '', path: editorPath() },
    ...RULE_TEMPLATES.map(({ name, hint, event }) => ({
      name,
      hint,
      event: ruleEventText(event),
      path: editorPath({ template: name }),
    })),
  ]
  return (
    <Dialog title={texts.templates} wide onCancel={onClose} footer={<Button onClick={onClose}>{texts.cancel}</Button>}>
      <ul className={styles.templates}>
        {choices.map(({ name, hint, event, path }) => (
          <li key={name}>
            <button type="button" onClick={() => onPick(path)}>
              <b>{name}</b>
              <span>{hint}</span>
              {event && <small>{event}</small>}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
