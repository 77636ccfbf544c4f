import type { ReactNode } from 'react'

/** A few choices side by side, as a group of radio buttons. */
export function Choice<T extends string | number>(props: {
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly value: T; readonly text: ReactNode }[]
  readonly value: T
  readonly choose: (value: T) => void
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-12 text-text-2">{props.label}</legend>
      <div className="flex gap-0.5 rounded-control border border-line p-0.5">
        {props.options.map(({ value, text }) => (
          <label
            key={value}
            className="flex h-7 flex-1 cursor-pointer items-center justify-center rounded-control px-2 text-13 whitespace-nowrap text-text-2 hover:text-text-1 has-checked:bg-raised has-checked:font-medium has-checked:text-text-1 has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-10"
          >
            <input
              type="radio"
              name={props.name}
              value={value}
              checked={props.value === value}
              onChange={() => props.choose(value)}
              className="sr-only"
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
