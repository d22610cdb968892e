import { keepsLastName, type TypedName } from '#contract/students/students.rules.ts';
import { lastNameMissing } from '#contract/students/students.schema.ts';

/** What a form says of its values, and of a last name that the student had and the form has no more. */
export function withLastName<Values extends TypedName, Errors extends object>(
  student: TypedName,
  validate: (values: Values) => Errors,
) {
  return (values: Values) => {
    const tidy = { first_name: values.first_name, last_name: values.last_name.trim() };
    return keepsLastName(tidy, student)
      ? validate(values)
      : { last_name: lastNameMissing, ...validate(values) };
  };
}
