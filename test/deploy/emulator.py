"""Starts the emulator with two repairs.

When ministack 1.5.33 updates a nested stack, it forgets the attributes of each resource that did not change. The update then
fails: "Requested attribute Arn does not exist in schema for AWS::IAM::Role" (seen on 2026-11-23). It keeps the attributes when
it updates an outer stack. Here a nested stack's resources keep them too.

It gives each request the name of its API below its own address: "e0f7bca5.execute-api.127.0.0.1". No address (URL) can have a
name that ends in a number, and the check of a webhook's address parses it: "Invalid URL" (seen on 2026-11-26). The names of AWS
end in letters. Here the name ends in "localhost".
"""

import sys

from ministack.app import main
from ministack.services import apigateway
from ministack.services.cloudformation import _stacks, provisioners

update_resource = provisioners._update_resource


def update_with_attributes(resource_type, physical_id, old, new, stack_name, logical_id=None, old_attrs=None):
    """Passes the attributes that the stack has, when the caller passes none."""
    if old_attrs is None:
        resources = _stacks.get(stack_name, {}).get("_resources", {})
        old_attrs = resources.get(logical_id, {}).get("Attributes")
    return update_resource(resource_type, physical_id, old, new, stack_name, logical_id, old_attrs)


provisioners._update_resource = update_with_attributes
apigateway._HOST = "localhost"
sys.exit(main())
