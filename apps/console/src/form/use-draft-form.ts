import { useEffect, useState } from 'react'
import { fieldErrorsOf } from '../api/errors.ts'
import { showError } from '../api/show-error.ts'
import { askLatest, isStale } from './ask-latest.ts'
import { leaveForm } from './leave-form.ts'

export type FieldErrors = Record<string, string>

type DraftFormOptions<Base, Draft> = {
  /** What is kept now; undefined while a new one is made. */
  kept: Base | undefined
  draftOf: (kept: Base) => Draft
  /** An empty one. */
  blank: Draft
  /** What a new one begins with, where that is not empty. */
  begin?: Draft
  isSame: (one: Draft, other: Draft) => boolean
  /** As it is to be saved, where that is not as it was typed. */
  tidy?: (draft: Draft) => Draft
  check: (draft: Draft, base: Base | undefined) => FieldErrors
  save: (draft: Draft, base: Base | undefined) => Promise<unknown>
  isSaving: boolean
  /** As a colleague left it; undefined: it is gone. Left out where nothing is kept. */
  readLatest?: (base: Base) => Promise<Base | undefined>
  /** Of the field to go to, by the name its error has; left out where the fields have no ids. */
  fieldId?: (name: string) => string
  /** Which error is the first on the screen; by default the first found. */
  firstBad?: (errors: FieldErrors) => string | undefined
  onClose: () => void
}

const firstKey = (errors: FieldErrors): string | undefined => Object.keys(errors)[0]

/** A form in a sheet or dialog. It saves over the version it began with, never over a colleague's unseen. */
export function useDraftForm<Base, Draft extends object>(options: DraftFormOptions<Base, Draft>) {
  const { kept, draftOf, blank, begin = blank, isSame, save, onClose, fieldId, firstBad = firstKey } = options
  const [base, setBase] = useState(kept)
  const [draft, setDraft] = useState(() => (kept ? draftOf(kept) : begin))
  const [errors, setErrors] = useState<FieldErrors>({})
  const isDirty = !isSame(draft, base ? draftOf(base) : blank)

  const change = (part: Partial<Draft>) => {
    setDraft((old) => ({ ...old, ...part }))
    setErrors({})
  }

  /** The draft as it may be sent; undefined where something is wrong with it, which is shown. */
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
      onClose()
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
      if (!latest) return onClose()
      setBase(latest)
      return setDraft(draftOf(latest))
    } catch (failure) {
      return showError(failure)
    }
  }

  const close = () => leaveForm(isDirty, onClose)

  // The first bad field gets focus once its message is drawn.
  const bad = firstBad(errors)
  useEffect(() => {
    if (bad !== undefined && fieldId) document.getElementById(fieldId(bad))?.focus()
    // A second try with the same fault goes there again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [errors])

  return { base, draft, errors, isDirty, isSaving: options.isSaving, change, whole, submit, refuse, close }
}
