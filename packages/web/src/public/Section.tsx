// What the sections of the public site share: their column and their heading.

export const SectionHeading = ({ id, children }: { id: string; children: string }) => (
  <h2 id={id} className="text-2xl font-semibold tracking-[-0.015em]">
    {children}
  </h2>
)

/** The column that all parts of the public site use. */
export const CONTAINER = 'mx-auto w-full max-w-292 px-4 md:px-6'
