// The heading of a part of a public page.
export const SectionHeading = ({ id, children }: { id: string; children: string }) => (
  <h2 id={id} className="text-2xl font-semibold tracking-[-0.015em]">
    {children}
  </h2>
)
