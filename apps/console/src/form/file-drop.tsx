import { cx, toast } from '@ruwu/ui'
import { FileUp } from 'lucide-react'
import { useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { acceptOf, fileProblem, type FileLimit } from './file-check.ts'
import { texts } from './texts.ts'
import styles from './file-drop.module.css'

type FileDropProps = {
  id: string
  label: string
  limit: FileLimit
  disabled?: boolean
  isInvalid?: boolean
  describedBy?: string | undefined
  onFile: (file: File) => void
}

/** File input with drag and drop; type and size are checked before the upload. */
export function FileDrop({ id, label, limit, disabled = false, isInvalid, describedBy, onFile }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  const take = (file: File | undefined) => {
    if (!file || disabled) return
    const problem = fileProblem(file, limit)
    if (problem) toast.warning(problem)
    else onFile(file)
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Lets the same file be chosen again after a failure.
    target.value = ''
    take(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <>
      <input
        ref={input}
        className="sr-only"
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={acceptOf(limit)}
        disabled={disabled}
        onChange={choose}
      />
      <button
        type="button"
        id={id}
        data-autofocus
        className={cx(styles.drop, isOver && styles.over, isInvalid && styles.invalid)}
        disabled={disabled}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <FileUp size={20} strokeWidth={1.5} aria-hidden="true" />
        {texts.dropFile}
      </button>
    </>
  )
}
