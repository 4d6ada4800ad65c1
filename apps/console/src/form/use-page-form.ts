import { useEffect, useState } from 'react'
import { fieldErrorsOf } from '../api/errors.ts'
import { showError } from '../api/show-error.ts'
import { askLatest, isStale } from './leave-form.ts'
import { showSaved } from './show-saved.ts'

type FieldErrors = Record<string, string>

/** The saved fields, except those that were changed while they were being saved. */
const withTyped = <Draft extends object>(saved: Draft, sent: Draft, now: Draft): Draft => ({
  ...saved,
  ...Object.fromEntries(Object.entries(now).filter(([key, value]) => value !== sent[key as keyof Draft])),
})

type PageFormOptions<Base, Draft> = {
  /** The newest stored object. */
  kept: Base
  draftOf: (kept: Base) => Draft
  /** Labels of the fields in which two drafts differ. */
  changesBetween: (one: Draft, other: Draft) => string[]
  check: (draft: Draft) => FieldErrors
  /** Asked before a valid draft is saved; false: it stays as it is. */
  confirm?: (draft: Draft, base: Base) => Promise<boolean>
  save: (draft: Draft, base: Base) => Promise<Base & { warnings?: readonly string[] }>
  isSaving: boolean
  readLatest: () => Promise<Base>
  /** Element id of a field by the path of its error. */
  fieldId: (path: string) => string
}

/**
 * Form of a page, with a save bar. Saves against the version it loaded (optimistic locking), so a colleague's change is
 * never overwritten unseen.
 */
export function usePageForm<Base extends { version: number }, Draft extends object>({
  kept,
  draftOf,
  changesBetween,
  check,
  confirm = async () => true,
  save,
  isSaving: isSending,
  readLatest,
  fieldId,
}: PageFormOptions<Base, Draft>) {
  const [base, setBase] = useState(kept)
  const [draft, setDraft] = useState(() => draftOf(kept))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isAsking, setIsAsking] = useState(false)
  const isSaving = isSending || isAsking
  const changes = changesBetween(draftOf(base), draft)
  const isDirty = changes.length > 0

  const restart = (from: Base) => {
    setBase(from)
    setDraft(draftOf(from))
    setErrors({})
  }
  // Without local changes the form follows saved changes of colleagues.
  if (kept.version > base.version && !isDirty) restart(kept)

  const change = (part: Partial<Draft>) => {
    setDraft((old) => ({ ...old, ...part }))
    setErrors({})
  }

  async function submit() {
    if (isSaving || !isDirty) return
    const bad = check(draft)
    setErrors(bad)
    if (Object.keys(bad).length > 0) return
    setIsAsking(true)
    try {
      if (!(await confirm(draft, base))) return
      const saved = await save(draft, base)
      setBase(saved)
      setDraft((now) => withTyped(draftOf(saved), draft, now))
      showSaved(saved.warnings)
    } catch (error) {
      await refuse(error)
    } finally {
      setIsAsking(false)
    }
  }

  async function refuse(error: unknown) {
    const fields = fieldErrorsOf(error)
    if (Object.keys(fields).length > 0) return setErrors(fields)
    if (!isStale(error)) return showError(error)
    if (!(await askLatest(error))) return undefined
    try {
      return restart(await readLatest())
    } catch (failure) {
      return showError(failure)
    }
  }

  // Focuses the first invalid field after its message has rendered.
  useEffect(() => {
    const [first] = Object.keys(errors)
    if (first) document.getElementById(fieldId(first))?.focus()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [errors])

  return { base, draft, errors, changes, isDirty, isSaving, change, submit, reset: () => restart(base) }
}
