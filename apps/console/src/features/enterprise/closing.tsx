import type { Enterprise } from '@ruwu/contract'
import { canCloseEnterprise, CLOSE_TEXTS, formatDateTime, hasPermission, requiredText } from '@ruwu/domain'
import { Banner, Button, Dialog, Panel } from '@ruwu/ui'
import { Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { fieldErrorsOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { Field } from '../../form/field.tsx'
import { useMyPermissions } from '../permission/index.ts'
import { useClosing, useEnterprise } from './enterprise.queries.ts'
import { texts } from './texts.ts'
import styles from './company-page.module.css'

function useCanClose(): boolean {
  const { data } = useMyPermissions()
  return canCloseEnterprise((permission) => hasPermission(data, permission))
}

function KeepButton() {
  const { keep } = useClosing()
  return (
    <Button size="sm" busy={keep.isPending} onClick={() => keep.mutate()}>
      {texts.keep}
    </Button>
  )
}

/** On every page while the enterprise is closing. */
export function ClosingBanner() {
  const { data: enterprise } = useEnterprise()
  const canClose = useCanClose()
  if (!enterprise?.closesAt) return null
  const time = formatDateTime(enterprise.closesAt, enterprise.timezone)
  return <Banner title={texts.closing} text={texts.closesAt(time)} action={canClose && <KeepButton />} />
}

/** 危险区, for 管理员. */
export function DangerPanel({ enterprise }: { enterprise: Enterprise }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!useCanClose()) return null
  return (
    <Panel title={texts.danger}>
      <div className={styles.danger}>
        <p>{texts.closeHint}</p>
        {enterprise.closesAt ? (
          <KeepButton />
        ) : (
          <Button className={styles.red} onClick={() => setIsOpen(true)}>
            {texts.close}
          </Button>
        )}
      </div>
      {isOpen && <CloseDialog name={enterprise.name} onClose={() => setIsOpen(false)} />}
    </Panel>
  )
}

type Typed = { name: string; password: string }

export function CloseDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { close } = useClosing()
  const [typed, setTyped] = useState<Typed>({ name: '', password: '' })
  const [errors, setErrors] = useState<Partial<Record<keyof Typed, string>>>({})
  const change = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part })
    setErrors({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const bad = {
      ...(typed.name.trim() === name ? {} : { name: CLOSE_TEXTS.wrongName }),
      ...(typed.password ? {} : { password: requiredText(texts.password) }),
    }
    setErrors(bad)
    if (Object.keys(bad).length > 0 || close.isPending) return
    const onError = (error: unknown) => {
      const fields = fieldErrorsOf(error)
      if (Object.keys(fields).length > 0) setErrors(fields)
      else showError(error)
    }
    close.mutate({ name: typed.name.trim(), password: typed.password }, { onSuccess: onClose, onError })
  }
  return (
    <Dialog
      title={texts.closeTitle}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" type="submit" form="close-enterprise" busy={close.isPending}>
            {texts.closeStart}
          </Button>
        </>
      }
    >
      <form id="close-enterprise" className={styles.closing} onSubmit={submit}>
        <p>{texts.closeWhat(name)}</p>
        <p className={styles.quiet}>{texts.closeLater}</p>
        <Field
          id="close-name"
          label={texts.typeName}
          required
          {...(errors.name ? { error: errors.name } : {})}
          hint={texts.typeNameHint(name)}
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={typed.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <Field
          id="close-password"
          label={texts.password}
          required
          {...(errors.password ? { error: errors.password } : {})}
        >
          {(control) => (
            <Input.Password
              {...control}
              autoComplete="current-password"
              value={typed.password}
              onChange={(event) => change({ password: event.target.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
