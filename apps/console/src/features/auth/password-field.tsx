import { IconButton } from '@ruwu/ui'
import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps, type KeyboardEvent } from 'react'
import { TextField } from '../../form/text-field.tsx'
import { texts } from './texts.ts'
import styles from './password-field.module.css'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end' | 'hint'>

/** Password input with a visibility toggle and a caps lock hint. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const [hasCapsLock, setHasCapsLock] = useState(false)
  const label = isShown ? texts.hidePassword : texts.showPassword
  const noticeCapsLock = (event: KeyboardEvent) => setHasCapsLock(event.getModifierState('CapsLock'))
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      onKeyDown={noticeCapsLock}
      onKeyUp={noticeCapsLock}
      hint={hasCapsLock ? texts.capsLock : undefined}
      end={
        <IconButton
          label={label}
          title={label}
          aria-pressed={isShown}
          className={styles.eye}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff size={18} strokeWidth={1.75} /> : <Eye size={18} strokeWidth={1.75} />}
        </IconButton>
      }
    />
  )
}
