import { cx } from '@ruwu/ui'
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
  /** Several at once, where that makes sense. */
  onFiles?: ((files: File[]) => void) | undefined
  /** Why a file is refused: said at the field. */
  onProblem: (file: File, problem: string) => void
}

/** File input with drag and drop; type and size are checked before the upload. */
export function FileDrop(props: FileDropProps) {
  const { id, label, limit, disabled = false, isInvalid, describedBy, onFile, onFiles, onProblem } = props
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  const take = (files: File[]) => {
    const [file] = files
    if (!file || disabled) return
    if (onFiles && files.length > 1) return onFiles(files)
    const problem = fileProblem(file, limit)
    if (!problem) onFile(file)
    else onProblem(file, problem)
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // Lets the same file be chosen again after a failure.
    target.value = ''
    take(files)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take([...event.dataTransfer.files])
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
        multiple={onFiles !== undefined}
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
        {onFiles ? texts.dropFiles : texts.dropFile}
      </button>
    </>
  )
}
