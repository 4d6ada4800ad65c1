import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import styles from './editable-fields.module.css'

/** Fields of a form that some agents may only read: for them every control inside, antd's or not, is disabled. */
export const EditableFields = ({ canEdit, children }: { canEdit: boolean; children: ReactNode }) => (
  <ConfigProvider componentDisabled={!canEdit}>
    <fieldset className={styles.fields} disabled={!canEdit}>
      {children}
    </fieldset>
  </ConfigProvider>
)
