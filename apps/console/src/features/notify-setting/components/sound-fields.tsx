import { SOUND_NAMES, type NotifySetting, type SoundName } from '@ruwu/contract'
import { SOUND_LABELS } from '@ruwu/domain'
import { Button, toast } from '@ruwu/ui'
import { Segmented, Slider } from 'antd'
import { Volume2 } from 'lucide-react'
import { ring } from '../../../notify/audio.ts'
import { texts } from '../texts.ts'
import styles from './setting-lines.module.css'

const sounds = SOUND_NAMES.map((value) => ({ value, label: SOUND_LABELS[value] }))

type SoundFieldsProps = { setting: NotifySetting; onChange: (part: Partial<NotifySetting>) => void }

/** Sound, volume and a test button. */
export function SoundFields({ setting: { soundName, volume }, onChange }: SoundFieldsProps) {
  const hear = async (name: SoundName) => {
    if (!(await ring(name, volume))) toast.warning(texts.tryFailed)
  }
  return (
    <>
      <div className={styles.line}>
        <span id="notify-sound">{texts.sound}</span>
        <span className={styles.controls}>
          <Segmented
            aria-labelledby="notify-sound"
            options={sounds}
            value={soundName}
            onChange={(next) => onChange({ soundName: next })}
          />
          <Button size="sm" onClick={() => void hear(soundName)}>
            <Volume2 size={15} aria-hidden="true" />
            {texts.try}
          </Button>
        </span>
      </div>
      <div className={styles.line}>
        <span>{texts.volume}</span>
        <span className={styles.controls}>
          <Slider
            className={styles.slider}
            ariaLabelForHandle={texts.volume}
            min={0}
            max={100}
            value={volume}
            onChange={(next) => onChange({ volume: next })}
          />
          <output className={styles.number}>{volume}</output>
        </span>
      </div>
    </>
  )
}
