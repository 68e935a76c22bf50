interface Right {
  /** The name of a column whose cells are aligned to the right. */
  readonly right: string;
}

/** The header of a plain table. */
export const HeadRow = ({ of }: { of: readonly (string | Right)[] }) => (
  <thead>
    <tr>
      {of.map((column) =>
        typeof column === 'string' ? (
          <th key={column} scope="col">
            {column}
          </th>
        ) : (
          <th key={column.right} scope="col" data-right="true">
            {column.right}
          </th>
        ),
      )}
    </tr>
  </thead>
);
