// The logo and the name. The name is a prop, because the same software is sold under several names.

export function Brand({ name }: { name: string }) {
  return (
    <span className="brand">
      <BrandMark />
      <span>{name}</span>
    </span>
  )
}

export function BrandMark() {
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="8" />
      <path d="M16.2 4.5 7.2 15.4h5.4l-.8 8.1 9-10.9h-5.4z" />
    </svg>
  )
}
