import { useEffect, useState } from 'react'
import { fieldErrorsOf } from '../api/errors.ts'
import { showError } from '../api/show-error.ts'
import { askLatest, isStale } from './leave-form.ts'
import { useLeaveForm } from './use-leave-form.ts'

type FieldErrors = Record<string, string>

type DraftFormOptions<Base, Draft> = {
  /** The stored object; undefined when creating. */
  kept: Base | undefined
  draftOf: (kept: Base) => Draft
  blank: Draft
  /** Initial values of a new object, when not blank. */
  begin?: Draft
  isSame: (one: Draft, other: Draft) => boolean
  /** Normalises the draft before saving. */
  tidy?: (draft: Draft) => Draft
  check: (draft: Draft, base: Base | undefined) => FieldErrors
  save: (draft: Draft, base: Base | undefined) => Promise<unknown>
  isSaving: boolean
  /** The colleague's current version; undefined when deleted. Left out for objects without a version. */
  readLatest?: (base: Base) => Promise<Base | undefined>
  /** Element id of a field by its error's name; left out where fields have no ids. */
  fieldId?: (name: string) => string
  /** The first error on the screen; by default the first one found. */
  firstBad?: (errors: FieldErrors) => string | undefined
  onClose: () => void
}

const firstKey = (errors: FieldErrors): string | undefined => Object.keys(errors)[0]

/**
 * Form in a sheet or dialog. Saves against the version it loaded (optimistic locking), so a colleague's change is never
 * overwritten unseen.
 */
export function useDraftForm<Base, Draft extends object>(options: DraftFormOptions<Base, Draft>) {
  const { kept, draftOf, blank, begin = blank, isSame, save, onClose, fieldId, firstBad = firstKey } = options
  const [base, setBase] = useState(kept)
  const [draft, setDraft] = useState(() => (kept ? draftOf(kept) : begin))
  const [errors, setErrors] = useState<FieldErrors>({})
  const isDirty = !isSame(draft, base ? draftOf(base) : blank)
  const { leave, close } = useLeaveForm(isDirty, onClose)

  /** A function gets the current draft: for what ends later, such as an upload. */
  const change = (part: Partial<Draft> | ((old: Draft) => Partial<Draft>)) => {
    setDraft((old) => ({ ...old, ...(typeof part === 'function' ? part(old) : part) }))
    setErrors({})
  }

  /** The draft to send; undefined when invalid, after showing the errors. */
  function whole(): Draft | undefined {
    const tidied = options.tidy ? options.tidy(draft) : draft
    if (tidied !== draft) setDraft(tidied)
    const bad = options.check(tidied, base)
    setErrors(bad)
    return firstKey(bad) === undefined ? tidied : undefined
  }

  async function submit() {
    if (options.isSaving) return
    const ready = whole()
    if (!ready) return
    try {
      await save(ready, base)
      leave()
    } catch (error) {
      await refuse(error)
    }
  }

  async function refuse(error: unknown) {
    const fields = fieldErrorsOf(error)
    if (Object.keys(fields).length > 0) return setErrors(fields)
    if (!isStale(error) || !base) return showError(error)
    if (!(await askLatest(error))) return undefined
    try {
      const latest = await options.readLatest?.(base)
      if (!latest) return leave()
      setBase(latest)
      return setDraft(draftOf(latest))
    } catch (failure) {
      return showError(failure)
    }
  }

  // Focuses the first invalid field after its message has rendered.
  const bad = firstBad(errors)
  useEffect(() => {
    if (bad !== undefined && fieldId) document.getElementById(fieldId(bad))?.focus()
    // A second attempt with the same error focuses it again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [errors])

  return { base, draft, errors, isDirty, isSaving: options.isSaving, change, whole, submit, refuse, close }
}

/** The open object of a list, also after a colleague deleted it: its form keeps what was typed, and saving says that it is gone. */
export function useLastKnown<T extends { id: string }>(items: readonly T[], id: string | null | undefined) {
  const found = items.find((item) => item.id === id)
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  return found ?? (last?.id === id ? last : undefined)
}
