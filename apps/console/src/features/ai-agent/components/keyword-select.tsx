import { INPUT_PLACEHOLDER } from '@ruwu/domain'
import { Select } from 'antd'
import type { ComponentProps } from 'react'
import styles from './keyword-select.module.css'

type WordSelectProps = Omit<ComponentProps<typeof Select<string[]>>, 'mode' | 'value' | 'onChange'> & {
  words: string[]
  onChange: (words: string[]) => void
}

/** Free-text list of keywords. */
export function WordSelect({ words, onChange, ...rest }: WordSelectProps) {
  return (
    <Select<string[]>
      placeholder={INPUT_PLACEHOLDER}
      tokenSeparators={[',', '，', '、', ' ']}
      {...rest}
      mode="tags"
      className={styles.words}
      open={false}
      suffixIcon={null}
      value={words}
      onChange={onChange}
    />
  )
}
