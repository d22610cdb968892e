import { AllSalesScreen } from '#src/features/sales/all-sales.screen.tsx';
import { SchoolFilter } from '#src/features/payments/school-filter.tsx';

/** What all schools sold, for who sells. */
export function AllSalesPage() {
  return (
    <AllSalesScreen
      renderSchoolFilter={(value, onChange, api) => (
        <SchoolFilter value={value} onChange={onChange} api={api} />
      )}
    />
  );
}
