/** A grey place for a value that is being fetched; `className` gives its size. */
export function Skeleton({ className = 'h-3 w-24' }: { readonly className?: string }) {
  return <span aria-hidden="true" className={`skeleton block ${className}`} />
}
