import { FLOW_LIMITS, type FlowNodeOf, type FlowTest, type Source, SOURCES } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter, SOURCE_LABELS } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { Dropdown, Input, Segmented, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { Plus, X } from 'lucide-react'
import { FieldGroup } from '../../../form/field.tsx'
import { formTexts as texts } from '../form-texts.ts'
import { newLocalId } from '../graph/node-kinds.ts'
import { errorOf, fieldId, type FormProps, TagField, TextBox, WordFields } from './form-fields.tsx'
import styles from './form-fields.module.css'

type Branch = FlowNodeOf<'condition'>['data']['branches'][number]
type TestType = FlowTest['type']

const NINE = 9 * 60
const EIGHTEEN = 18 * 60

const blankTests: { [Type in TestType]: Extract<FlowTest, { type: Type }> } = {
  message: { type: 'message', match: 'contains', words: [] },
  intent: { type: 'intent', text: '' },
  tag: { type: 'tag', has: true, tagIds: [] },
  lead: { type: 'lead', has: true },
  ad: { type: 'ad', is: true },
  source: { type: 'source', source: 'redbook' },
  newCustomer: { type: 'newCustomer', is: true },
  time: { type: 'time', from: NINE, to: EIGHTEEN },
}
const testTypes = Object.keys(blankTests) as TestType[]
const MOST_TESTS = 10

export function ConditionForm({ data: { branches }, errors, onChange }: FormProps<'condition'>) {
  const set = (next: Branch[], field: string) => onChange({ branches: next }, field)
  return (
    <FieldGroup label={texts.branches} hint={texts.branchesHint} error={errors.branches}>
      <ul className={styles.rows}>
        {branches.map((branch, index) => (
          <li key={branch.id} className={styles.branch}>
            <div className={styles.row}>
              <Input
                aria-label={texts.branchName(index + 1)}
                placeholder={INPUT_PLACEHOLDER}
                value={branch.name}
                suffix={lengthCounter(branch.name, FLOW_LIMITS.branchName) ?? <span />}
                onChange={({ target }) =>
                  set(branches.with(index, { ...branch, name: target.value }), `branches.${branch.id}.name`)
                }
              />
              <IconButton
                label={texts.removeBranch(branch.name)}
                title={texts.removeBranch(branch.name)}
                onClick={() => set(branches.toSpliced(index, 1), 'branches')}
              >
                <X size={14} aria-hidden="true" />
              </IconButton>
            </div>
            <Tests
              branch={branch}
              error={errorOf(errors, `branches.${index}.`)}
              onChange={(tests, field) =>
                set(branches.with(index, { ...branch, tests }), `branches.${branch.id}.${field}`)
              }
            />
          </li>
        ))}
      </ul>
      {branches.length < FLOW_LIMITS.branches && (
        <Button
          size="sm"
          className={styles.add}
          onClick={() =>
            set([...branches, { id: newLocalId(), name: texts.newBranch(branches.length + 1), tests: [] }], 'branches')
          }
        >
          <Plus size={14} aria-hidden="true" />
          {texts.addBranch}
        </Button>
      )}
    </FieldGroup>
  )
}

type TestsProps = { branch: Branch; error: string | undefined; onChange: (tests: FlowTest[], field: string) => void }

function Tests({ branch: { id, tests }, error, onChange }: TestsProps) {
  return (
    <>
      {tests.map((test, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two tests may be equal
        <div key={index} className={styles.test}>
          <header>
            {texts.testTypes[test.type]}
            <IconButton
              label={texts.removeTest(texts.testTypes[test.type])}
              title={texts.removeTest(texts.testTypes[test.type])}
              onClick={() => onChange(tests.toSpliced(index, 1), 'tests')}
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          </header>
          <TestControl
            id={fieldId(`${id}-${index}`)}
            test={test}
            onChange={(next) => onChange(tests.with(index, next), `tests.${index}`)}
          />
        </div>
      ))}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {tests.length < MOST_TESTS && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: testTypes.map((key) => ({ key, label: texts.testTypes[key] })),
            onClick: ({ key }) =>
              onChange([...tests, ...testTypes.filter((it) => it === key).map((it) => blankTests[it])], 'tests'),
          }}
        >
          <Button size="sm" className={styles.add}>
            <Plus size={14} aria-hidden="true" />
            {texts.addTest}
          </Button>
        </Dropdown>
      )}
    </>
  )
}

type TestControlProps = { id: string; test: FlowTest; onChange: (test: FlowTest) => void }

function TestControl({ id, test, onChange }: TestControlProps) {
  switch (test.type) {
    case 'message':
      return <WordFields id={id} value={test} error={undefined} onChange={(words) => onChange({ ...test, ...words })} />
    case 'intent':
      return (
        <TextBox
          id={id}
          label={texts.intent}
          hint={texts.intentHint}
          value={test.text}
          max={100}
          error={undefined}
          rows={2}
          onChange={(text) => onChange({ ...test, text })}
        />
      )
    case 'tag':
      return (
        <>
          <YesNo
            label={texts.testTypes.tag}
            names={texts.hasNot}
            value={test.has}
            onChange={(has) => onChange({ ...test, has })}
          />
          <TagField
            id={id}
            label={texts.tags}
            value={test.tagIds}
            onChange={(tagIds) => onChange({ ...test, tagIds })}
          />
        </>
      )
    case 'lead':
      return (
        <YesNo
          label={texts.testTypes.lead}
          names={texts.yesNo}
          value={test.has}
          onChange={(has) => onChange({ ...test, has })}
        />
      )
    case 'ad':
      return (
        <YesNo
          label={texts.testTypes.ad}
          names={texts.yesNo}
          value={test.is}
          onChange={(is) => onChange({ ...test, is })}
        />
      )
    case 'newCustomer':
      return (
        <YesNo
          label={texts.testTypes.newCustomer}
          names={texts.yesNo}
          value={test.is}
          onChange={(is) => onChange({ ...test, is })}
        />
      )
    case 'source':
      return (
        <Segmented<Source>
          aria-label={texts.testTypes.source}
          options={SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] }))}
          value={test.source}
          onChange={(source) => onChange({ ...test, source })}
        />
      )
    case 'time':
      return <TimeSpan test={test} onChange={onChange} />
  }
}

type YesNoProps = {
  label: string
  names: { yes: string; no: string }
  value: boolean
  onChange: (value: boolean) => void
}

const YesNo = ({ label, names, value, onChange }: YesNoProps) => (
  <Segmented
    aria-label={label}
    options={[
      { value: 'yes', label: names.yes },
      { value: 'no', label: names.no },
    ]}
    value={value ? 'yes' : 'no'}
    onChange={(next) => onChange(next === 'yes')}
  />
)

type TimeTest = Extract<FlowTest, { type: 'time' }>

function TimeSpan({ test, onChange }: { test: TimeTest; onChange: (test: TimeTest) => void }) {
  const picker = (label: string, name: 'from' | 'to') => (
    <TimePicker
      aria-label={label}
      format="HH:mm"
      minuteStep={5}
      allowClear={false}
      needConfirm={false}
      value={dayjs().startOf('day').add(test[name], 'minute')}
      onChange={(time) => time && onChange({ ...test, [name]: time.hour() * 60 + time.minute() })}
    />
  )
  return (
    <>
      <span className={styles.times}>
        {picker(texts.from, 'from')}–{picker(texts.to, 'to')}
      </span>
      {test.to <= test.from && <p className={styles.note}>{texts.overnight}</p>}
    </>
  )
}
