import { FLOW_LIMITS, type FlowNode } from '@ruwu/contract'
import { FLOW_NODE_LABELS, lengthCounter, flowNodeTitle } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { ConfigProvider, Input } from 'antd'
import { Copy, LocateFixed, Trash2, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Field, FieldStack } from '../../../form/field.tsx'
import { NodeTile } from '../canvas/node-tile.tsx'
import type { CanvasCommands } from '../canvas/use-canvas-commands.ts'
import { clipOf, withChangedNode } from '../graph/graph-edit.ts'
import { texts } from '../texts.ts'
import type { FlowEditor } from '../use-flow-draft.ts'
import { ConditionForm } from './condition-form.tsx'
import { fieldId } from './form-fields.tsx'
import { AskForm, CardForm, MenuForm, SendForm } from './message-forms.tsx'
import { NextSteps } from './next-steps.tsx'
import {
  AiForm,
  AssignForm,
  EndForm,
  FieldForm,
  HandoffForm,
  JumpForm,
  StartForm,
  TagForm,
  WaitForm,
  WebhookForm,
} from './step-forms.tsx'
import styles from './node-panel.module.css'

type NodePanelProps = {
  node: FlowNode
  editor: FlowEditor
  commands: Pick<CanvasCommands, 'remove' | 'paste' | 'locate'>
  isReadOnly: boolean
  /** The focus is to go into the form; `onFocused` says that it has. */
  wantsFocus: boolean
  onFocused: () => void
  onClose: () => void
}

/** The form of the selected node. Every change is in the draft at once. */
export function NodePanel({ node, editor, commands, isReadOnly, wantsFocus, onFocused, onClose }: NodePanelProps) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!wantsFocus) return
    body.current?.querySelector<HTMLElement>('input, textarea')?.focus()
    onFocused()
  }, [wantsFocus, onFocused])
  const onKeyDown = (event: KeyboardEvent) => {
    // The element is found by its id; a layer above the form takes Escape for itself.
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(node.id)}"]`)?.focus()
  }
  const rename = (name: string) => {
    const { name: _old, ...rest } = node
    editor.edit((graph) => withChangedNode(graph, name === '' ? rest : { ...rest, name }), `${node.id} name`)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape returns to the canvas
    <aside className={styles.panel} aria-label={texts.panel} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <NodeTile type={node.type} size={30} />
        <div>
          <h2 className="cut">{flowNodeTitle(node)}</h2>
          <p>{FLOW_NODE_LABELS[node.type]}</p>
        </div>
        <IconButton label={texts.close} title={texts.close} onClick={onClose}>
          <X size={17} aria-hidden="true" />
        </IconButton>
      </header>
      <div ref={body} className={styles.body}>
        <ConfigProvider componentDisabled={isReadOnly}>
          <fieldset className={styles.fields} disabled={isReadOnly}>
            <FieldStack>
              <Field
                id={fieldId('name')}
                label={texts.nodeName}
                hint={lengthCounter(node.name ?? '', FLOW_LIMITS.nodeName)}
              >
                {(control) => (
                  <Input
                    {...control}
                    placeholder={FLOW_NODE_LABELS[node.type]}
                    value={node.name ?? ''}
                    onChange={({ target }) => rename(target.value)}
                  />
                )}
              </Field>
              <NodeForm key={node.id} node={node} editor={editor} />
              <NextSteps graph={editor.draft.graph} node={node} onEdit={editor.edit} onLocate={commands.locate} />
            </FieldStack>
          </fieldset>
        </ConfigProvider>
      </div>
      <footer className={styles.foot}>
        {!isReadOnly && node.type !== 'start' && (
          <>
            <Button variant="ghost" onClick={() => commands.paste(clipOf(editor.draft.graph, new Set([node.id])))}>
              <Copy size={15} aria-hidden="true" />
              {texts.copy}
            </Button>
            <Button variant="ghost" onClick={commands.remove}>
              <Trash2 size={15} aria-hidden="true" />
              {texts.remove}
            </Button>
          </>
        )}
        <Button variant="ghost" className={styles.locate} onClick={() => commands.locate(node.id)}>
          <LocateFixed size={15} aria-hidden="true" />
          {texts.locate}
        </Button>
      </footer>
    </aside>
  )
}

/** Errors of a node's fields, by their path inside its data. */
function fieldErrors({ draft, problems }: FlowEditor, id: string): Record<string, string> {
  const prefix = `graph.nodes.${draft.graph.nodes.findIndex((node) => node.id === id)}.data.`
  return Object.fromEntries(
    Object.entries(problems).flatMap(([path, text]) =>
      path.startsWith(prefix) ? [[path.slice(prefix.length), text]] : [],
    ),
  )
}

function NodeForm({ node, editor }: { node: FlowNode; editor: FlowEditor }) {
  const errors = fieldErrors(editor, node.id)
  const onChange = (data: FlowNode['data'], field: string) =>
    editor.edit(
      // The form of a kind gives the data of that kind.
      (graph) => withChangedNode(graph, { ...findIn(graph.nodes, node), data } as FlowNode),
      `${node.id} ${field}`,
    )
  switch (node.type) {
    case 'start':
      return (
        <StartForm
          data={node.data}
          errors={errors}
          onChange={onChange}
          accountIds={editor.draft.accountIds}
          onAccounts={(accountIds) => editor.change(() => ({ accountIds }), 'accountIds')}
        />
      )
    case 'send':
      return (
        <SendForm
          data={node.data}
          errors={errors}
          onChange={onChange}
          onImage={(imageUrl) =>
            editor.edit(
              (graph) => withChangedNode(graph, withImage(findIn(graph.nodes, node), imageUrl)),
              `${node.id} imageUrl`,
            )
          }
        />
      )
    case 'ask':
      return <AskForm data={node.data} errors={errors} onChange={onChange} />
    case 'menu':
      return <MenuForm data={node.data} errors={errors} onChange={onChange} />
    case 'condition':
      return <ConditionForm data={node.data} errors={errors} onChange={onChange} />
    case 'ai':
      return <AiForm data={node.data} errors={errors} onChange={onChange} />
    case 'card':
      return <CardForm data={node.data} errors={errors} onChange={onChange} />
    case 'tag':
      return <TagForm data={node.data} errors={errors} onChange={onChange} />
    case 'field':
      return <FieldForm data={node.data} errors={errors} onChange={onChange} />
    case 'assign':
      return <AssignForm data={node.data} errors={errors} onChange={onChange} />
    case 'wait':
      return <WaitForm data={node.data} errors={errors} onChange={onChange} />
    case 'webhook':
      return <WebhookForm data={node.data} errors={errors} onChange={onChange} />
    case 'jump':
      return (
        <JumpForm data={node.data} errors={errors} onChange={onChange} nodeId={node.id} graph={editor.draft.graph} />
      )
    case 'handoff':
      return <HandoffForm data={node.data} errors={errors} onChange={onChange} />
    case 'end':
      return <EndForm />
  }
}

const withImage = (node: FlowNode, imageUrl: string | null): FlowNode =>
  node.type === 'send' ? { ...node, data: { ...node.data, imageUrl } } : node

/** As it is by now: an upload ends later than it began. */
const findIn = (nodes: readonly FlowNode[], node: FlowNode) => nodes.find(({ id }) => id === node.id) ?? node
