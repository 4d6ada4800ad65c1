import { IconButton, useModalLayer } from '@ruwu/ui'
import { ChevronLeft, ChevronRight, Download, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type PointerEvent, type WheelEvent } from 'react'
import { createPortal } from 'react-dom'
import { showError } from '../../../../api/show-error.ts'
import { saveFile } from '../../../../stored-file/use-stored-file.ts'
import { useStoredFile } from '../../../../stored-file/use-stored-file.ts'
import { texts } from '../texts.ts'
import styles from './media-viewer.module.css'
import { FIRST_VIEW, move, percentOf, stepTo, turn, zoomIn, zoomOut } from './viewer-state.ts'

export type ViewedMedia = { id: string; kind: 'image' | 'video'; url: string; alt: string }

type MediaViewerProps = { items: readonly ViewedMedia[]; firstId: string; onClose: () => void }

/** Lightbox for the images and videos of a thread. */
export function MediaViewer({ items, firstId, onClose }: MediaViewerProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const [id, setId] = useState(firstId)
  const [view, setView] = useState(FIRST_VIEW)
  useModalLayer(ref, onClose)
  // The row may grow at both ends meanwhile; a recalled image is removed.
  const index = items.findIndex((it) => it.id === id)
  const item = items[Math.max(0, index)]
  if (!item) return null

  const go = (step: -1 | 1) => {
    const next = items[stepTo(index, step, items.length)]
    if (!next || next === item) return
    setId(next.id)
    setView(FIRST_VIEW)
  }
  const isImage = item.kind === 'image'
  const actions: Record<string, () => void> = {
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    '+': () => setView(zoomIn),
    '=': () => setView(zoomIn),
    '-': () => setView(zoomOut),
    r: () => setView(turn),
    '0': () => setView(FIRST_VIEW),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actions[event.key]
    // A focused video keeps its own keys, except previous and next.
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLVideoElement) return
    event.preventDefault()
    act()
  }
  const onWheel = ({ deltaY }: WheelEvent) => isImage && setView(deltaY < 0 ? zoomIn : zoomOut)
  const onPointerMove = (event: PointerEvent) => {
    if (event.buttons === 1 && isImage && view.zoom > 1) setView((old) => move(old, event.movementX, event.movementY))
  }
  const save = () => saveFile(item.url, texts.fileName(item.kind, item.id)).catch(showError)

  return createPortal(
    // The keys belong to the whole overlay.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      open
      ref={ref}
      className={styles.viewer}
      aria-modal="true"
      aria-label={texts.viewer}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className={styles.bar}>
        <span className={styles.count}>{texts.nOfM(Math.max(0, index) + 1, items.length)}</span>
        {isImage && (
          <>
            <IconButton label={texts.zoomOut} title={texts.zoomOut} onClick={() => setView(zoomOut)}>
              <ZoomOut size={18} />
            </IconButton>
            <output className={styles.percent}>{percentOf(view)}</output>
            <IconButton label={texts.zoomIn} title={texts.zoomIn} onClick={() => setView(zoomIn)}>
              <ZoomIn size={18} />
            </IconButton>
            <IconButton label={texts.turn} title={texts.turn} onClick={() => setView(turn)}>
              <RotateCw size={18} />
            </IconButton>
          </>
        )}
        <IconButton label={texts.download} title={texts.download} onClick={save}>
          <Download size={18} />
        </IconButton>
        <IconButton label={texts.close} title={texts.close} data-autofocus onClick={onClose}>
          <X size={20} />
        </IconButton>
      </div>
      <div className={styles.stage} onWheel={onWheel} onPointerMove={onPointerMove}>
        <button type="button" className={styles.outside} tabIndex={-1} aria-hidden="true" onClick={onClose} />
        <Media
          key={item.id}
          item={item}
          transform={`translate(${view.x}px, ${view.y}px) scale(${view.zoom}) rotate(${view.turns * 90}deg)`}
        />
      </div>
      {items.length > 1 && (
        <>
          <IconButton
            className={styles.previous}
            label={texts.previous}
            title={texts.previous}
            disabled={index <= 0}
            onClick={() => go(-1)}
          >
            <ChevronLeft size={24} />
          </IconButton>
          <IconButton
            className={styles.next}
            label={texts.next}
            title={texts.next}
            disabled={index >= items.length - 1}
            onClick={() => go(1)}
          >
            <ChevronRight size={24} />
          </IconButton>
        </>
      )}
    </dialog>,
    document.body,
  )
}

function Media({ item, transform }: { item: ViewedMedia; transform: string }) {
  const file = useStoredFile(item.url)
  if (file === 'failed') return <p className={styles.words}>{texts.mediaGone}</p>
  if (!file) return <p className={styles.words}>{texts.loading}</p>
  if (item.kind === 'image') return <img src={file.src} alt={item.alt} style={{ transform }} draggable={false} />
  // Customers' videos have no captions.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <video src={file.src} aria-label={item.alt} controls autoPlay />
}
